/** Workflow ids, made of what the workflow is about, so that whoever knows the object can find its workflow. */

export const workflowIds = {
  launch: (projectId: string) => `launch/${projectId}`,
  listing: (listingId: string) => `listing/${listingId}`,
  capacity: (scope: { account_id: string; livemode: boolean }) =>
    `capacity/${scope.account_id}/${scope.livemode ? 'live' : 'test'}`,
  intake: (projectId: string) => `intake/${projectId}`,
  badge: (projectId: string) => `badge/${projectId}`,
  domainRatings: 'domain-ratings',
  catalogChanges: 'catalog-changes',
  delivery: (deliveryId: string) => `delivery/${deliveryId}`,
  report: (reportId: string) => `report/${reportId}`,
  endpoint: (endpointId: string) => `endpoint/${endpointId}`,
  replay: (replayId: string) => `replay/${replayId}`,
};
