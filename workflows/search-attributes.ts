import { defineSearchAttributeKey } from '@temporalio/common';

/** What operators search workflows by, in the Temporal UI and in queries. */
export const searchAttributes = {
  accountId: defineSearchAttributeKey('AccountId', 'KEYWORD'),
  projectId: defineSearchAttributeKey('ProjectId', 'KEYWORD'),
  livemode: defineSearchAttributeKey('Livemode', 'BOOL'),
  listingStatus: defineSearchAttributeKey('ListingStatus', 'KEYWORD'),
  stuckReason: defineSearchAttributeKey('StuckReason', 'KEYWORD'),
  directoryName: defineSearchAttributeKey('DirectoryName', 'KEYWORD'),
};
