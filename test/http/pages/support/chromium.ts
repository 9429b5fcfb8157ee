import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Where a Chromium is that the tests may drive, or why they do without. */
export type Chromium = { executable: string } | { missing: string };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Looks on the `PATH`; under `CI` there is none, so that a run there depends on no package of the system. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  if (env.CI) return { missing: 'CI is set: no browser is driven there' };
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const executable = join(folder, name);
      if (await isExecutable(executable)) return { executable };
    }
  }
  return { missing: `none of ${NAMES.join(', ')} is on the PATH: apt-get install chromium` };
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Chromium's sandbox does not start as root. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}
