/** The attribute of a badge by which the site it stands on names its feed. Its value is the project's id. */
export const FEED_MARKER = 'data-badge-feed';

/** What the HTML form of a feed ends with, by which a reader that cannot count knows that it has all of it. */
export const FEED_END = '<!-- end of badges -->';
