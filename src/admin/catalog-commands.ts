import { Option, type Command } from 'commander';
import { importCatalog, previewImport } from '../services/catalog/change-catalog.ts';
import { readEntries } from '../services/catalog/compare-catalog.ts';
import { catalogCsv, catalogJson, differenceJson, differenceText } from './present-catalog.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';

/** Adds the group `catalog`. */
export function addCatalogCommands(program: Command, perform: Perform): void {
  const group = program.command('catalog').description('all directories at once, from and to a file');
  addImport(group, perform);
  addExport(group, perform);
}

function addImport(group: Command, perform: Perform): void {
  addCommand(group, 'import', "add a file's directories and bring those of the same slugs up to date; others stay")
    .argument('<file>', 'JSON, or CSV when its name ends in .csv, with the fields of catalog/README.md')
    .option('--dry-run', 'only say what would change')
    .action(async (file: string, options: ReportOptions & { dryRun?: boolean }) => {
      // Validation is slow to load, and few commands need it.
      const { readCatalogFile } = await import('./read-catalog-file.ts');
      const entries = await readCatalogFile(file);
      const dryRun = options.dryRun ?? false;
      await perform(options, async (deps) => {
        const difference = await (dryRun ? previewImport(deps.db.sql, entries) : importCatalog(deps, entries));
        return { json: differenceJson(difference, dryRun), text: differenceText(difference, dryRun) };
      });
    });
}

function addExport(group: Command, perform: Perform): void {
  addCommand(group, 'export', 'print the catalog as a file that can be imported')
    .addOption(new Option('--format <format>', 'as what').choices(['json', 'csv']).default('json'))
    .action((options: ReportOptions & { format: 'json' | 'csv' }) =>
      perform(options, async ({ db }) => {
        const directories = await readEntries(db.sql);
        return { json: { directories }, text: { json: catalogJson, csv: catalogCsv }[options.format](directories) };
      }),
    );
}
