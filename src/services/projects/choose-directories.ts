import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { fitOf } from '../../domain/eligibility.ts';
import { select, type Candidate } from '../../domain/selection.ts';
import { ServiceError, type ErrorItem, type ItemCode } from '../../errors.ts';
import type { ProjectView } from '../../resources/project.ts';
import type { Tx } from '../transaction.ts';

/** The best that fit, the best but for these, or just these (specification 4.3). */
export type DirectoryChoice = 'auto' | { include: string[] } | { exclude: string[] };

/** Whether the service, and not the agency, picks the directories. */
export function isAutomatic(choice: DirectoryChoice): boolean {
  return choice === 'auto' || 'exclude' in choice;
}

/** The whole catalog as the project finds it, best first. */
export async function readCandidates(db: Sql, project: ProjectView): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, domain_rating, accepts, categories, pricing_models, requirements, open,
      id = any(${project.excluded_directories}) as excluded,
      exists (select 1 from listing l where l.project_id = ${project.id} and l.directory_id = d.id) as used
    from directory d order by domain_rating desc, id
  `.execute(db);
  return rows;
}

/**
 * The directories that a launch or an add takes, best first.
 *
 * @param limit the free allowance; named directories may exceed it
 * @throws ServiceError `invalid_directories` for named ones that are unknown, used already or not open to the project;
 *   `nothing_to_submit` when none fits
 */
export async function chooseDirectories(
  db: Sql,
  project: ProjectView,
  choice: DirectoryChoice,
  limit: number,
): Promise<Candidate[]> {
  const candidates = await readCandidates(db, project);
  if (choice !== 'auto') requireChoosable(project, candidates, choice);
  const chosen =
    choice !== 'auto' && 'include' in choice
      ? candidates.filter(({ id }) => choice.include.includes(id))
      : select(project, withoutChosen(candidates, choice), limit).selected;
  if (chosen.length === 0) {
    throw new ServiceError('nothing_to_submit', 'No directory of the catalog fits the project now.');
  }
  return chosen;
}

/** Directories that a choice leaves out are left out from now on (specification 4.3, launch rule 3). */
export async function excludeChosen(tx: Tx, project: ProjectView, choice: DirectoryChoice): Promise<void> {
  if (choice === 'auto' || 'include' in choice) return;
  const excluded_directories = [...new Set([...project.excluded_directories, ...choice.exclude])];
  await tx.sql.updateTable('project').set({ excluded_directories }).where('id', '=', project.id).execute();
}

function withoutChosen(candidates: Candidate[], choice: 'auto' | { exclude: string[] }): Candidate[] {
  if (choice === 'auto') return candidates;
  return candidates.map((candidate) => ({
    ...candidate,
    excluded: candidate.excluded || choice.exclude.includes(candidate.id),
  }));
}

function requireChoosable(
  project: ProjectView,
  candidates: Candidate[],
  choice: Exclude<DirectoryChoice, 'auto'>,
): void {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const errors =
    'include' in choice
      ? refused('include', choice.include, (id) => refuseIncluded(project, byId.get(id)))
      : refused('exclude', choice.exclude, (id) => (byId.has(id) ? null : 'unknown'));
  if (errors.length === 0) return;
  throw new ServiceError('invalid_directories', 'Some directories cannot be chosen; `errors` says which and why.', {
    param: errors[0]!.param,
    errors,
  });
}

function refused(member: string, ids: string[], refuse: (id: string) => ItemCode | null): ErrorItem[] {
  return ids.flatMap((id, index) => {
    const code = refuse(id);
    return code ? [{ param: `directories.${member}[${index}]`, code }] : [];
  });
}

/** A directory that the project excludes from what the service picks may still be named. */
function refuseIncluded(project: ProjectView, candidate: Candidate | undefined): ItemCode | null {
  if (!candidate) return 'unknown';
  if (candidate.used) return 'already_used';
  return candidate.open && fitOf(project, candidate).fits ? null : 'not_open';
}
