import { LAUNCHED } from '../examples/launched-project.ts';
import type { ErrorEntry } from './error-entry.ts';

/** Why a launch, or an add to a launched project, did not happen. None of them spends anything. */
export const LAUNCH_ERRORS = {
  already_launched: {
    meaning: 'The project is launched: it cannot be launched again or deleted; existing holds it.',
    cause: 'The launch was repeated, or a draft was meant to be deleted that is none any more.',
    cure: 'Go on with the project in existing. More directories are added with POST /projects/{project_id}/listings.',
    example: {
      message: 'The project is launched already: it can neither be launched again nor deleted.',
      existing: LAUNCHED,
    },
  },
  not_ready: {
    meaning: 'The project lacks something that a launch needs; errors lists it.',
    cause: 'The contact email, the logo or the first screenshot is missing, or an image is still being imported.',
    cure: 'Add what is listed, wait while an image is importing, then launch. readiness.missing says the same at any time.',
    example: {
      message: 'A launch needs contact_email, logo, which the project lacks.',
      param: 'contact_email',
      errors: [
        { param: 'contact_email', code: 'missing' },
        { param: 'logo', code: 'missing' },
      ],
    },
  },
  nothing_to_submit: {
    meaning: 'No directory of the catalog fits the project now.',
    cause: 'Its audience, category or pricing leaves none, all that fit are used, or too many are excluded.',
    cure: 'GET /projects/{project_id}/readiness says what would open more: unlocks and not_matching.',
    example: { message: 'No directory of the catalog fits the project now.' },
  },
  invalid_directories: {
    meaning: 'Some of the directories cannot be chosen; errors says which and why.',
    cause:
      'An id that is not of the catalog, a directory that is closed or does not take the project, or one that it has a listing at.',
    cure: 'Leave the listed ids out, or send auto and have the service choose.',
    example: {
      message: 'Some directories cannot be chosen; `errors` says which and why.',
      param: 'directories.include[1]',
      errors: [{ param: 'directories.include[1]', code: 'already_used' }],
    },
  },
  allowance_exhausted: {
    meaning: 'The allowance of the project is used up, or the project is not launched.',
    cause: 'A project has 100 directories. Listings that end not_accepted or cancelled give their share back.',
    cure: 'Name at most allowance.available directories, or wait until a share is free. Launch a draft first.',
    example: { message: 'The project has 0 directories of its allowance left; 1 is asked for.' },
  },
} as const satisfies Record<string, ErrorEntry>;
