import type { ProjectObject } from '../project.ts';
import { IDS, TIMES } from './ids.ts';
import { READY } from './project.ts';

type Progress = NonNullable<ProjectObject['progress']>;

const TOTAL = 86;
const NONE: Progress = {
  total: TOTAL,
  pending: 0,
  in_progress: 0,
  action_required: 0,
  submitted: 0,
  live: 0,
  not_accepted: 0,
  cancelled: 0,
};

/** The allowance of 100 as these listings use it. */
function allowanceOf({ pending, in_progress, action_required, submitted, live }: Progress) {
  const used = submitted + live;
  const reserved = pending + in_progress + action_required;
  return { total: 100, used, reserved, available: 100 - used - reserved };
}

function launched(listings: Partial<Progress>, changes: Partial<ProjectObject> = {}): ProjectObject {
  const progress = { ...NONE, ...listings };
  return {
    ...READY,
    status: 'in_progress',
    allowance: allowanceOf(progress),
    progress,
    updated_at: TIMES.launched,
    launched_at: TIMES.launched,
    ...changes,
  };
}

/** Right after its launch. */
export const LAUNCHED = launched({ pending: TOTAL });

export const WITH_ADDED = launched({ total: TOTAL + 1, pending: 1, submitted: 60, live: 26 });

export const UNDER_WAY = launched({ in_progress: 40, submitted: 46 });

export const WAITING_FOR_CLIENT = launched(
  { in_progress: 39, action_required: 1, submitted: 46 },
  {
    status: 'action_required',
    action: {
      code: 'confirm_email',
      waiting_on: 'client',
      client_message: 'Please click the link in the mail that BetaBoard sent to hello@acme-tools.io.',
    },
  },
);

export const ON_HOLD = launched({ pending: 20, submitted: 66 }, { status: 'on_hold', hold_reason: 'review' });

export const COMPLETED = launched({ submitted: 22, live: 58, not_accepted: 6 }, { status: 'completed' });

export const DELETED_PROJECT = { object: 'project', id: IDS.project, livemode: true, deleted: true } as const;
