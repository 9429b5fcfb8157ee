/** The project's status as its causes make it (specification 3.1). */
import type { ListingAction } from './listing-status.ts';
import type { Progress } from './progress.ts';

export const PROJECT_STATUSES = ['draft', 'in_progress', 'action_required', 'on_hold', 'completed'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const HOLD_REASONS = ['review', 'paused'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export interface ProjectCauses {
  holdReason: HoldReason | null;
  /** What the agency or client must do: the oldest such listing's action. */
  action: ListingAction | null;
  progress: Progress;
  /** Whether directories are to be added from the free allowance. */
  autoReplaceDue: boolean;
}

/** The status of a launched project: the first of 3.1's list that fits. */
export function deriveProjectStatus({ holdReason, action, progress, autoReplaceDue }: ProjectCauses): ProjectStatus {
  if (holdReason) return 'on_hold';
  if (action) return 'action_required';
  const unfinished = progress.pending + progress.in_progress + progress.action_required;
  return unfinished > 0 || autoReplaceDue ? 'in_progress' : 'completed';
}
