import type { Recipe } from './recipe.ts';

/**
 * For pages that nginx serves from files. The feed is read whole before anything of it is shown, and nginx takes a
 * connection that breaks off for the end of an answer, so the end that the feed names is looked for. nginx has a timeout
 * for each step and none for all of them: connecting, the handshake of TLS, sending and the wait for an answer are 3
 * seconds together.
 */
export function nginxSsiRecipe(htmlUrl: string): Recipe {
  return {
    platform: 'nginx_ssi',
    title: 'nginx: put this into the server block, and the two lines of its comment where the badges may stand',
    language: 'nginx',
    code: `# In the pages:
#   <!--#include virtual="/listing-badges" set="listing_badges" -->
#   <!--#if expr="$listing_badges = /end of badges/" --><!--#echo var="listing_badges" encoding="none" --><!--#endif -->
# A page waits 3 seconds for a feed that does not answer. nginx cannot end one that goes on sending a byte every second.
ssi on;
ssi_silent_errors on;
subrequest_output_buffer_size 256k;

location = /listing-badges {
    internal;
    proxy_pass ${htmlUrl};
    proxy_ssl_server_name on;
    proxy_set_header Accept-Encoding "";
    proxy_set_header Connection "";
    proxy_http_version 1.1;
    proxy_pass_request_headers off;
    proxy_pass_request_body off;
    proxy_connect_timeout 700ms;
    proxy_send_timeout 500ms;
    proxy_read_timeout 1100ms;
    proxy_next_upstream off;
}
`,
  };
}
