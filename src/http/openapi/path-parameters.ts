import { IDS } from '../../resources/examples/ids.ts';

/** What the ids in paths are of. */
export const PATH_PARAMETERS: Record<string, { description: string; example: string }> = {
  project_id: { description: 'The id of a project, in the mode of the key.', example: IDS.project },
  image_id: { description: 'The id of one of its screenshots.', example: IDS.screenshot },
  listing_id: { description: 'The id of a listing, in the mode of the key.', example: IDS.listing },
  report_id: { description: 'The id of a report.', example: IDS.report },
  directory_id: { description: 'The id of a directory of the catalog.', example: IDS.directory },
  webhook_endpoint_id: { description: 'The id of a webhook endpoint.', example: IDS.endpoint },
  webhook_delivery_id: { description: 'The id of a webhook delivery.', example: IDS.delivery },
  event_id: { description: 'The id of an event; a delivery names it as `webhook-id`.', example: IDS.event },
};
