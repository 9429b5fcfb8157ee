import type { EventType } from '../../domain/events.ts';

export const EVENT = {
  '': 'Something that happened. Its `type` tells what `data` holds: it is one of the schemas below.',
};

/** When an event of each type happens, and what follows. */
export const EVENT_TYPE_DESCRIPTIONS: Record<EventType, string> = {
  'project.launched':
    'A draft was launched. `data.listings_created` counts its new listings, which send no events of their own.',
  'project.listings_added':
    'Directories were added to a launched project, by you or by auto-replace. `data.listings_added` counts them; the status of the project does not change.',
  'project.in_progress':
    'A project goes on after it was on hold, completed, or waiting for somebody. A launch does not send it.',
  'project.action_required':
    'A project, or one of its listings, waits for you or your client. `data.object.action` says for what.',
  'project.on_hold': 'The service put a project on hold. `data.object.hold_reason` says why.',
  'project.completed': 'No listing of a project is on its way any more. Those that are submitted can still go live.',
  'listing.in_progress': 'A listing has its slot and is being prepared, for the first time or again.',
  'listing.action_required':
    'A listing waits for you or your client. `data.object.action` says for what; its message can be forwarded.',
  'listing.submitted': 'A directory has the listing and reviews it.',
  'listing.live':
    'A directory published the listing. `data.object.live_url` is its address, where the directory gives one.',
  'listing.not_accepted':
    'A directory declined the listing, could not take it, or took it down: `data.object.reason`. Its share of the allowance is free again.',
  'listing.cancelled':
    'A listing was withdrawn before it reached the directory. Its share of the allowance is free again.',
  'report.ready': 'A report can be downloaded, for 7 days.',
  'report.failed': 'A report could not be built. It is not tried again: build a new one.',
  ping: 'You asked for it with `POST /webhook_endpoints/{webhook_endpoint_id}/test`. It means nothing but that the endpoint is reached.',
};
