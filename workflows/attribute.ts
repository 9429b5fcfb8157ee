import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { searchAttributes } from './search-attributes.ts';

/** Whose a workflow is. */
export interface Owner {
  accountId: string;
  /** Of no project where it is absent. */
  projectId?: string;
  livemode: boolean;
}

/** Makes the workflow found by whose it is. */
export function attribute({ accountId, projectId, livemode }: Owner): void {
  upsertSearchAttributes([
    { key: searchAttributes.accountId, value: accountId },
    ...(projectId === undefined ? [] : [{ key: searchAttributes.projectId, value: projectId }]),
    { key: searchAttributes.livemode, value: livemode },
  ]);
}

/** The same, unless it was done before, in this run or in one that went on with this. */
export function attributeOnce(owner: Owner): void {
  if (workflowInfo().typedSearchAttributes.get(searchAttributes.accountId) === undefined) attribute(owner);
}
