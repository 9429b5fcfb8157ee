import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itRendersOrNothing } from './support/describe-recipe.ts';
import { findProgram, inFolder, output } from './support/runtime.ts';

const php = await findProgram('php');

/** Includes the recipe in a page, with every complaint of PHP shown. */
function render(code: string): Promise<string> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'listing-badges.php'), code);
    await writeFile(join(folder, 'page.php'), `<p>before</p><?php include 'listing-badges.php'; ?><p>after</p>`);
    return output(php!, ['-n', '-d', 'display_errors=1', '-d', 'error_reporting=-1', join(folder, 'page.php')]);
  });
}

(php ? describe : describe.skip)(`the recipe for PHP${php ? '' : ' (skipped: there is no php here)'}`, () => {
  itRendersOrNothing('php', render, '<p>before</p><p>after</p>');
});
