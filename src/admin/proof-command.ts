import type { Command } from 'commander';
import { parseListingId } from './arguments.ts';
import { listingDetailsJson } from './present-listing.ts';
import { Refusal } from './refusal.ts';
import { addCommand, requireOption, type Perform, type ReportOptions } from './report.ts';
import { requireListing } from './require-listing.ts';

interface ProofOptions extends ReportOptions {
  file?: string;
  url?: string;
}

/** Adds `listing proof`. */
export function addProofCommand(group: Command, perform: Perform): void {
  addCommand(group, 'proof', 'show a screenshot of a live listing as its proof, in place of the one it has')
    .argument('<listing>', 'its lst_ id', parseListingId)
    .option('--file <file>', 'a PNG, JPEG, GIF or WebP of at most 5 MB')
    .option('--url <url>', 'where to import one from')
    .action(async (id: string, { file, url, ...options }: ProofOptions, command: Command) => {
      requireOption(command, ['file', 'url']);
      if (file !== undefined && url !== undefined) throw new Refusal('Give either --file or --url, and not both.');
      await perform(options, async (deps) => {
        await requireListing(deps.db.sql, id);
        // The decoder and the doors out are slow to load, and few commands need them.
        const { proveByFile, proveByUrl } = await import('./prove-live.ts');
        await (file === undefined ? proveByUrl(deps, id, url!) : proveByFile(deps, id, file));
        const json = listingDetailsJson(await requireListing(deps.db.sql, id), deps.assetsUrl);
        return { json, text: `The listing ${id} shows its proof at ${json.proof_url}` };
      });
    });
}
