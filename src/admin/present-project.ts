import { LISTING_STATUSES } from '../domain/listing-status.ts';
import { allowanceOf, type Progress } from '../domain/progress.ts';
import { toSecond } from '../domain/time.ts';
import { missingForLaunch, type ProjectView } from '../resources/project.ts';
import { formatFields, formatTable } from './report.ts';

/** What an operator looks at first of a project, for programs; its times are to the second. */
export function projectJson(project: ProjectView) {
  const missing = missingForLaunch(project);
  return {
    object: 'project',
    id: project.id,
    account: project.account_id,
    mode: modeOf(project),
    status: project.status,
    hold_reason: project.hold_reason,
    action: project.action,
    url: project.url,
    name: project.name,
    name_source: project.name_source,
    contact_email: project.contact_email,
    images: project.images.map(({ id, kind, status, error }) => ({ id, kind, status, error })),
    autofill: {
      status: project.autofill_status,
      filled: project.autofill_filled,
      image_candidates: project.image_candidates.length,
    },
    readiness: { ready: missing.length === 0, missing },
    progress: project.progress,
    allowance: project.progress && allowanceOf(project.progress),
    created_at: toSecond(project.created_at),
    updated_at: toSecond(project.updated_at),
    launched_at: project.launched_at && toSecond(project.launched_at),
  };
}

/** A project for people, a property a line. */
export function projectText(project: ProjectView): string {
  const { hold_reason, action, launched_at, autofill_filled: filled } = project;
  return formatFields([
    ['id', project.id],
    ['account', `${project.account_id}, ${modeOf(project)} mode`],
    ['status', project.status + (hold_reason ? ` (${hold_reason})` : '')],
    ['action', action ? `${action.code}, waiting on ${action.waiting_on}` : '-'],
    ['url', project.url],
    ['name', `${project.name} (from the ${project.name_source})`],
    ['contact', project.contact_email ?? '-'],
    ['images', project.images.map(imageText).join(', ') || '-'],
    ['autofill', project.autofill_status + (filled.length > 0 ? `, filled ${filled.join(', ')}` : '')],
    ['readiness', readinessText(project)],
    ['listings', project.progress ? progressText(project.progress) : '-'],
    ['created', toSecond(project.created_at)],
    ['updated', toSecond(project.updated_at)],
    ['launched', launched_at ? toSecond(launched_at) : '-'],
  ]);
}

/** Projects for people, one a line, with the listings that are live and all. */
export function projectsTable(projects: ProjectView[]): string {
  return formatTable(
    ['ID', 'STATUS', 'LIVE/ALL', 'AUTOFILL', 'CREATED', 'NAME', 'URL'],
    projects.map((project) => [
      project.id,
      project.status,
      project.progress ? `${project.progress.live}/${project.progress.total}` : '-',
      project.autofill_status,
      toSecond(project.created_at),
      project.name,
      project.url,
    ]),
  );
}

function modeOf({ livemode }: ProjectView): 'live' | 'test' {
  return livemode ? 'live' : 'test';
}

function imageText({ kind, status, error }: ProjectView['images'][number]): string {
  return `${kind} ${status}${error ? ` (${error})` : ''}`;
}

function readinessText(project: ProjectView): string {
  const missing = missingForLaunch(project);
  return missing.length === 0 ? 'ready' : `lacks ${missing.join(', ')}`;
}

function progressText(progress: Progress): string {
  const counts = LISTING_STATUSES.filter((status) => progress[status] > 0).map(
    (status) => `${progress[status]} ${status}`,
  );
  return `${progress.total} in total: ${counts.join(', ')}`;
}
