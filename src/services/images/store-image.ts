import { sql } from 'kysely';
import { projectInTransaction } from '../../db/finders/projects.ts';
import { newId } from '../../db/new-id.ts';
import type { Scope } from '../../db/scope.ts';
import { notFound, validationFailed } from '../../errors.ts';
import { presentProject, type ProjectObject } from '../../resources/project.ts';
import type { Storage } from '../../outbound/storage.ts';
import type { ServiceDeps } from '../deps.ts';
import { inTransaction, type Tx } from '../transaction.ts';

export type ImageDeps = ServiceDeps & { storage: Storage };

const MAX_SCREENSHOTS = 5;

/** The storage key of an image's bytes, which never change. */
export function assetKey(imageId: string): string {
  return `images/${imageId}.png`;
}

/**
 * Sets the project's logo, in place of the one it has.
 *
 * @param png as `processImage` made it
 */
export function setLogo(deps: ImageDeps, scope: Scope, projectId: string, png: Buffer): Promise<ProjectObject> {
  return storeImage(deps, scope, projectId, png, async (tx, id) => {
    await tx.sql.deleteFrom('image').where('project_id', '=', projectId).where('kind', '=', 'logo').execute();
    await insertReady(tx, { id, projectId, kind: 'logo', position: 0 });
  });
}

/**
 * Adds a screenshot after those that the project has.
 *
 * @throws ServiceError `validation_failed` with `screenshots` / `too_many` when there are 5
 */
export function addScreenshot(deps: ImageDeps, scope: Scope, projectId: string, png: Buffer): Promise<ProjectObject> {
  return storeImage(deps, scope, projectId, png, async (tx, id) => {
    const taken = await tx.sql
      .selectFrom('image')
      .select('position')
      .where('project_id', '=', projectId)
      .where('kind', '=', 'screenshot')
      .execute();
    if (taken.length === MAX_SCREENSHOTS) {
      throw validationFailed(
        [{ param: 'screenshots', code: 'too_many' }],
        `A project has at most ${MAX_SCREENSHOTS} screenshots.`,
      );
    }
    const position = Math.max(-1, ...taken.map((image) => image.position)) + 1;
    await insertReady(tx, { id, projectId, kind: 'screenshot', position });
  });
}

/** Stores the bytes, then names them in the database: a crash in between leaves a file that nobody names. */
async function storeImage(
  deps: ImageDeps,
  scope: Scope,
  projectId: string,
  png: Buffer,
  write: (tx: Tx, imageId: string) => Promise<void>,
): Promise<ProjectObject> {
  const id = newId('image', deps.clock.now());
  await deps.storage.put(assetKey(id), png);
  return inTransaction(deps, scope, async (tx) => {
    const { rows } = await sql`select 1 from project where id = ${projectId} for no key update`.execute(tx.sql);
    if (rows.length === 0) throw notFound('project');
    await write(tx, id);
    await tx.sql.updateTable('project').set({ updated_at: tx.now }).where('id', '=', projectId).execute();
    return presentProject(await projectInTransaction(tx.sql, projectId), deps.assetsUrl);
  });
}

interface ReadyImage {
  id: string;
  projectId: string;
  kind: 'logo' | 'screenshot';
  position: number;
}

async function insertReady(tx: Tx, { id, projectId, kind, position }: ReadyImage): Promise<void> {
  await tx.sql
    .insertInto('image')
    .values({
      id,
      project_id: projectId,
      kind,
      position,
      status: 'ready',
      asset_key: assetKey(id),
      created_at: tx.now,
    })
    .execute();
}
