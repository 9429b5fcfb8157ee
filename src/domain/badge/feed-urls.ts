/** The addresses of a project's feed (specification 2.9). */
export interface FeedUrls {
  json_url: string;
  html_url: string;
}

/** @param feedsUrl where feeds are served from, without a trailing slash */
export function feedUrls(feedsUrl: string, projectId: string): FeedUrls {
  return { json_url: `${feedsUrl}/${projectId}.json`, html_url: `${feedsUrl}/${projectId}.html` };
}
