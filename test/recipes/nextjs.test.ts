import { createRequire } from 'node:module';
import ts from 'typescript';
import { itRendersOrNothing } from './support/describe-recipe.ts';

const require = createRequire(import.meta.url);
const { createElement } = require('react') as { createElement: (component: unknown) => unknown };
const { renderToReadableStream } = require('react-dom/server.edge') as {
  renderToReadableStream: (element: unknown) => Promise<ReadableStream & { allReady: Promise<void> }>;
};

/** Compiles the component as a bundler does, and renders it with React's own renderer for servers. */
async function render(code: string): Promise<string> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: { default?: unknown } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the recipe is text, and is run as its reader would
  new Function('require', 'exports', outputText)(require, exports);
  const stream = await renderToReadableStream(createElement(exports.default));
  await stream.allReady;
  return new Response(stream).text();
}

describe('the recipe for Next.js, rendered by React on a server', () => {
  itRendersOrNothing('nextjs', render);
});
