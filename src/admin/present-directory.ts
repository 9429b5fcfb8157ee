import { toSecond } from '../domain/time.ts';
import type { DirectoryRow } from '../resources/directory.ts';
import { formatFields, formatTable } from './report.ts';

/** A directory for programs; its times are to the second. */
export function directoryJson({ announce_due_at, rating_measured_at, rating_due_at, ...directory }: DirectoryRow) {
  return {
    object: 'directory',
    ...directory,
    rating_measured_at: rating_measured_at && toSecond(rating_measured_at),
    rating_due_at: rating_due_at && toSecond(rating_due_at),
    announced_since: announce_due_at && toSecond(announce_due_at),
  };
}

/** A directory for people, a property a line. */
export function directoryText(directory: DirectoryRow): string {
  const { announce_due_at, rating_measured_at, review_days } = directory;
  return formatFields([
    ['id', directory.id],
    ['slug', directory.slug],
    ['name', directory.name],
    ['url', directory.url],
    ['open', directory.open ? 'yes' : 'no'],
    ['rating', `${directory.domain_rating}${rating_measured_at ? `, measured ${toSecond(rating_measured_at)}` : ''}`],
    ['description', directory.description],
    ['accepts', directory.accepts],
    ['categories', directory.categories.join(', ') || 'all'],
    ['pricing', directory.pricing_models.join(', ') || 'all'],
    ['requires', directory.requirements.join(', ') || '-'],
    ['link', directory.link],
    ['review', review_days === null ? 'not known' : `${review_days} days`],
    ['test mode', directory.simulated_outcome],
    ...(announce_due_at ? [['announced', `to projects since ${toSecond(announce_due_at)}`] as const] : []),
  ]);
}

/** Directories for people, one a line. */
export function directoriesTable(directories: DirectoryRow[]): string {
  return formatTable(
    ['ID', 'RATING', 'OPEN', 'ACCEPTS', 'REQUIRES', 'SLUG', 'NAME', 'URL'],
    directories.map((directory) => [
      directory.id,
      String(directory.domain_rating),
      directory.open ? 'yes' : 'no',
      directory.accepts,
      directory.requirements.join(',') || '-',
      directory.slug,
      directory.name,
      directory.url,
    ]),
  );
}
