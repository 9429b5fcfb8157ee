import { Type } from 'typebox';
import {
  findDirectory,
  listDirectories as findDirectories,
  type DirectoryPosition,
} from '../../db/finders/directories.ts';
import { ACCEPTS, REQUIREMENTS } from '../../domain/eligibility.ts';
import { exampleList } from '../../resources/examples/ids.ts';
import { DIRECTORY } from '../../resources/examples/listing.ts';
import { DirectorySchema, presentDirectory } from '../../resources/directory.ts';
import { described, listOf, oneOf } from '../../resources/schema-kit.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

export const listDirectories = operation({
  id: 'listDirectories',
  method: 'GET',
  path: '/directories',
  tag: 'Directories',
  summary: 'List the catalog, highest domain rating first',
  description:
    'The directories that projects can be submitted to. Use their ids to choose for a launch, or to exclude.',
  query: listQuery({
    q: described(
      Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
      'Only directories whose name or URL has this in it, in any case.',
    ),
    accepts: described(Type.Optional(oneOf(ACCEPTS)), 'Only directories that take these products.'),
    requirement: described(Type.Optional(oneOf(REQUIREMENTS)), 'Only directories that ask for this.'),
    open: described(Type.Optional(Type.Boolean()), 'Only those that take submissions, or only those that do not.'),
  }),
  success: {
    status: 200,
    description: 'A page of directories.',
    schema: listOf('DirectoryList', DirectorySchema),
    example: exampleList(DIRECTORY),
  },
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
  description: 'What the directory takes, what it asks for, and what kind of link it gives.',
  success: { status: 200, description: 'The directory.', schema: DirectorySchema, example: DIRECTORY },
  errors: ['not_found'],
  find: { kind: 'directory', by: ({ db }, _caller, directoryId) => findDirectory(db.sql, directoryId) },
  handle: ({ deps, caller, found }) => Promise.resolve(presentDirectory(found, caller.scope.livemode, deps.assetsUrl)),
});
