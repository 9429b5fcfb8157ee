import type { Command } from 'commander';
import { CATALOG_FIELDS, type CatalogEntry } from '../resources/catalog-entry.ts';
import type { DirectoryRow } from '../resources/directory.ts';
import { editDirectory } from '../services/catalog/change-catalog.ts';
import { readCell } from './catalog-cells.ts';
import { directoryJson, directoryText } from './present-directory.ts';
import { Refusal } from './refusal.ts';
import { addCommand, requireOption, type Perform, type ReportOptions } from './report.ts';
import { requireDirectory } from './require-directory.ts';

type Edit = Partial<Omit<CatalogEntry, 'slug'>>;

/** Options as they are typed, and the fields that they change. */
const OPTIONS = {
  name: 'name',
  url: 'url',
  description: 'description',
  domainRating: 'domain_rating',
  accepts: 'accepts',
  categories: 'categories',
  pricingModels: 'pricing_models',
  requirements: 'requirements',
  link: 'link',
  reviewDays: 'review_days',
} as const satisfies Record<string, keyof Edit>;

type EditOptions = ReportOptions & Partial<Record<keyof typeof OPTIONS, string>>;

/** Adds `directory edit`. */
export function addEditCommand(group: Command, perform: Perform): void {
  addCommand(group, 'edit', 'change what is said of a directory')
    .argument('<directory>', 'its dir_ id or slug')
    .option('--name <name>', '1 to 100 characters')
    .option('--url <url>', 'where it is')
    .option('--description <text>', 'a sentence of 1 to 200 characters')
    .option('--domain-rating <number>', '0 to 100')
    .option('--accepts <kind>', 'any, b2b, ai or directory')
    .option('--categories <list>', "such as 'saas;ai_tools'; '' for all")
    .option('--pricing-models <list>', "such as 'free;freemium'; '' for all")
    .option('--requirements <list>', "such as 'badge;competitors'; '' for none")
    .option('--link <kind>', 'dofollow, nofollow or none')
    .option('--review-days <number>', "how long it takes as a rule; '' when that is not known")
    .action((name: string, options: EditOptions, command: Command) => {
      requireOption(command, Object.keys(OPTIONS));
      return perform(options, async (deps) => {
        const directory = await requireDirectory(deps.db.sql, name);
        await editDirectory(deps, directory.slug, await requireEdit(directory, options));
        const edited = await requireDirectory(deps.db.sql, directory.slug);
        return { json: directoryJson(edited), text: directoryText(edited) };
      });
    });
}

/** @throws Refusal when the directory could not be so */
async function requireEdit(directory: DirectoryRow, options: EditOptions): Promise<Edit> {
  const { faultsOf } = await import('./check-entries.ts');
  const edit = Object.fromEntries(
    Object.entries(OPTIONS).flatMap(([option, field]) => {
      const text = options[option as keyof typeof OPTIONS];
      return text === undefined ? [] : [[field, readCell(field, text)]];
    }),
  );
  const entry = Object.fromEntries(CATALOG_FIELDS.map((field) => [field, directory[field]]));
  const faults = faultsOf({ ...entry, ...edit });
  if (faults.length > 0) throw new Refusal(faults.join('\n'));
  return edit;
}
