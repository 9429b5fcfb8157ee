/** `npm run build`: builds the workflow code, so that workers start without doing it themselves. */
import { buildWorkflows } from './workflow-bundle.ts';

console.log(await buildWorkflows());
