import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anyFreePort } from '../../dev/ports.ts';
import { eventually } from '../support/eventually.ts';
import { itRendersOrNothing } from './support/describe-recipe.ts';
import { findProgram, inFolder } from './support/runtime.ts';

const nginx = await findProgram('nginx');

/** The lines of the recipe's comment that go into a page. */
function directivesOf(code: string): string {
  return code.match(/<!--#.*-->/g)!.join('');
}

/** Serves a page by a server of its own whose `server` block holds the recipe. */
function render(code: string): Promise<string> {
  return inFolder(async (folder) => {
    const port = await anyFreePort();
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site/index.html'), `<p>before</p>${directivesOf(code)}<p>after</p>`);
    await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, code));
    const server = spawn(nginx!, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'ignore' });
    try {
      const page = await eventually('nginx', () => fetch(`http://127.0.0.1:${port}/`).catch(() => null));
      return await page.text();
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });
}

function configuration(folder: string, port: number, code: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off; master_process off; pid nginx.pid;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      server {
        listen 127.0.0.1:${port};
        root ${folder}/site;
        ${code}
      }
    }`;
}

(nginx ? describe : describe.skip)(`the recipe for nginx${nginx ? '' : ' (skipped: there is no nginx here)'}`, () => {
  itRendersOrNothing('nginx_ssi', render, '<p>before</p><p>after</p>');
});
