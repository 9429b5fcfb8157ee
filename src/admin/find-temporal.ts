import { readFile } from 'node:fs/promises';
import type { AdminConfig } from '../config.ts';
import { Refusal } from './refusal.ts';

/** Where an installation's workflows are. */
export interface TemporalPlace {
  address: string;
  namespace: string;
}

export interface TemporalSources extends Pick<AdminConfig, 'databaseUrl' | 'temporalAddress' | 'temporalNamespace'> {
  /** The file that the embedded stack leaves; it matters only when the environment names no database. */
  devFile: string;
}

/**
 * The Temporal service of the installation that the command works on.
 *
 * @throws Refusal when it is not known
 */
export async function findTemporal(sources: TemporalSources): Promise<TemporalPlace> {
  const { databaseUrl, temporalAddress, temporalNamespace, devFile } = sources;
  if (temporalAddress) return { address: temporalAddress, namespace: temporalNamespace };
  if (databaseUrl) throw new Refusal('To ask Temporal, TEMPORAL_ADDRESS must be set as it is for the workers.');
  try {
    const file = JSON.parse(await readFile(devFile, 'utf8')) as Record<string, unknown>;
    return { address: String(file.temporal_address), namespace: String(file.temporal_namespace) };
  } catch {
    throw new Refusal('No Temporal service is known: set TEMPORAL_ADDRESS, or start the embedded stack.');
  }
}
