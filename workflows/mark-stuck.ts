import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { searchAttributes } from './search-attributes.ts';

/** The longest value that a search attribute takes on every store. */
const MAX_REASON = 250;

/** Shows operators who search why a workflow cannot go on, or with null that it can. */
export function markStuck(reason: string | null): void {
  const value = reason === null ? null : reason.slice(0, MAX_REASON);
  const shown = workflowInfo().typedSearchAttributes.get(searchAttributes.stuckReason) ?? null;
  if (value !== shown) upsertSearchAttributes([{ key: searchAttributes.stuckReason, value }]);
}
