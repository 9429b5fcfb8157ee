import { Type } from 'typebox';
import {
  findDirectory,
  listDirectories as findDirectories,
  type DirectoryPosition,
} from '../../db/finders/directories.ts';
import { ACCEPTS, REQUIREMENTS } from '../../domain/eligibility.ts';
import { DirectorySchema, presentDirectory } from '../../resources/directory.ts';
import { listOf, oneOf } from '../../resources/schema-kit.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

export const listDirectories = operation({
  id: 'listDirectories',
  method: 'GET',
  path: '/directories',
  tag: 'Directories',
  summary: 'List the catalog, highest domain rating first',
  query: listQuery({
    q: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
    accepts: Type.Optional(oneOf(ACCEPTS)),
    requirement: Type.Optional(oneOf(REQUIREMENTS)),
    open: Type.Optional(Type.Boolean()),
  }),
  success: { status: 200, description: 'A page of directories.', schema: listOf('DirectoryList', DirectorySchema) },
  errors: [],
  isList: true,
  async handle(request) {
    const { deps, caller, query } = request;
    const page = await findDirectories(deps.db.sql, query, pageOf<DirectoryPosition>(request));
    return presentPage(
      request,
      page,
      (directory) => presentDirectory(directory, caller.scope.livemode, deps.assetsUrl),
      (directory): DirectoryPosition => ({ rating: directory.domain_rating, id: directory.id }),
    );
  },
});

export const getDirectory = operation({
  id: 'getDirectory',
  method: 'GET',
  path: '/directories/{directory_id}',
  tag: 'Directories',
  summary: 'Read a directory',
  success: { status: 200, description: 'The directory.', schema: DirectorySchema },
  errors: ['not_found'],
  find: { kind: 'directory', by: ({ db }, _caller, directoryId) => findDirectory(db.sql, directoryId) },
  handle: ({ deps, caller, found }) => Promise.resolve(presentDirectory(found, caller.scope.livemode, deps.assetsUrl)),
});
