import { READY } from '../examples/project.ts';
import type { ErrorEntry } from './error-entry.ts';

/** What is wrong with the path, or with the object that it names. */
export const OBJECT_ERRORS = {
  not_found: {
    meaning: 'There is no object with this id in the mode of the key.',
    cause: 'An id of the other mode or of another account, an object that was deleted, or one that does not exist yet.',
    cure: 'Check the id, and that the key is of the mode in which the object was made.',
    example: { message: 'There is no project with this id in the mode of this key.' },
  },
  route_not_found: {
    meaning: 'There is no operation at this path.',
    cause: 'A misspelled path, an id that is missing in it, or a base address without /v1.',
    cure: 'Compare the path with the reference.',
    example: { message: 'There is no operation at this path.' },
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    cause: 'For example a PUT where the object is changed with PATCH.',
    cure: 'Use one of the methods that the Allow header lists.',
    example: { message: 'This path takes GET, PATCH, DELETE only.' },
  },
  project_exists: {
    meaning: 'Another project of the account has the same url, contact_email or external_id; existing holds it.',
    cause: 'The product was added before, perhaps by a request whose answer was lost.',
    cure: 'Go on with the project in existing, or choose another value for the field that param names.',
    example: { message: 'Another project of the account has this `url`.', param: 'url', existing: READY },
  },
  gone: {
    meaning: 'What was here is gone: a report file after 7 days, or a path of a retired API.',
    cause: 'The file was downloaded too late, or the client speaks a version that was taken out of service.',
    cure: 'Build a new report. For a retired path, doc_url leads to what replaces it.',
    example: { message: 'The file of this report was kept for 7 days and is gone; build a new report.' },
  },
  badge_not_found: {
    meaning: 'The site was read, and the badge was not found on it.',
    cause: 'The snippet is not published yet, is added by a script in the browser, or the site could not be read.',
    cure: 'Run the check_command of the badge: it must print a number above 0. Then verify again.',
    example: {
      message: "The project's badge is not in the HTML that its site sends; install one of the badge's recipes first.",
    },
  },
  image_unreachable: {
    meaning: 'The image could not be downloaded from this URL.',
    cause: 'The server did not answer with the image, or its address is not public.',
    cure: 'Open the URL without being logged in anywhere; or upload the file itself as multipart/form-data.',
    example: { message: 'The image could not be downloaded from this URL.', param: 'url' },
  },
  endpoint_url_invalid: {
    meaning: 'The URL of a webhook endpoint must be a public https URL without user name and password.',
    cause: 'An http URL, an address in a private network, a host without a public suffix, or credentials in the URL.',
    cure: 'Use a public https URL. For your own machine, the listen command forwards events to it.',
    example: { message: 'The URL must be a public https address without a user name or password.', param: 'url' },
  },
} as const satisfies Record<string, ErrorEntry>;
