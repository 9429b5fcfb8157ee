import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideTool, type ToolSource } from '../../dev/cached-tool.ts';

describe('provideTool', () => {
  let cache: string;
  let messages: string[];

  beforeEach(async () => {
    cache = await mkdtemp(join(tmpdir(), 'cache-test-'));
    messages = [];
  });

  afterEach(() => rm(cache, { recursive: true, force: true }));

  it('fetches a missing tool from the first source that works, then finds it in the cache', async () => {
    const path = await provide([broken, writes('tool')]);
    assert.equal(path, join(cache, 'directory-listing-service', 'tool-1.0', 'tool'));
    assert.equal(await provide([broken]), path);
    assert.deepEqual(messages, ['Trying the broken one.', 'That did not work: no route', 'Writing tool.']);
  });

  it('lets processes that fetch at the same time finish with one whole folder', async () => {
    const paths = await Promise.all(['a', 'b', 'c'].map((content) => provide([writes(content)])));
    assert.equal(new Set(paths).size, 1);
    assert.match(await readFile(paths[0] as string, 'utf8'), /^[abc]$/);
    assert.deepEqual(await readdir(join(cache, 'directory-listing-service')), ['tool-1.0']);
  });

  it('says what to install when no source works, and leaves nothing in the cache', async () => {
    await assert.rejects(provide([broken]), /tool-1.0 is missing. Install it.\n- no route/);
    assert.deepEqual(await readdir(join(cache, 'directory-listing-service')), []);
  });

  function provide(sources: ToolSource[]): Promise<string> {
    const tool = { folderName: 'tool-1.0', executable: 'tool', sources, remedy: 'Install it.' };
    return provideTool(tool, { XDG_CACHE_HOME: cache }, (message) => messages.push(message));
  }
});

const broken: ToolSource = {
  announcement: 'Trying the broken one.',
  fetchInto: () => Promise.reject(new Error('no route\nat somewhere')),
};

function writes(content: string): ToolSource {
  return { announcement: `Writing ${content}.`, fetchInto: (folder) => writeFile(join(folder, 'tool'), content) };
}
