import { join } from 'node:path';
import ts from 'typescript';
import { projectFile } from './read-samples.ts';

/**
 * What the compiler says of files, with the project's settings.
 *
 * @param folder has a `node_modules`
 * @param files below it; errors in what they import count too
 */
export function typeErrors(folder: string, files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(projectFile('tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, folder);
  const program = ts.createProgram({
    rootNames: files.map((file) => join(folder, file)),
    options: { ...options, preserveSymlinks: true, typeRoots: [join(folder, 'node_modules/@types')] },
  });
  return files.flatMap((file) => {
    const source = program.getSourceFile(join(folder, file));
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  });
}
