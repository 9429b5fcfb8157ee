export { accountCapacity } from './account-capacity.ts';
export { catalogChanges } from './catalog-changes.ts';
export { domainRatings } from './domain-ratings.ts';
export { launch } from './launch.ts';
export { listing } from './listing.ts';
export { projectIntake } from './project-intake.ts';
export { retention } from './retention.ts';
export { webhookDelivery } from './webhook-delivery.ts';
