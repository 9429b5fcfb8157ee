/** A setting that is missing or makes no sense. The message names it, and shows no value that may be secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
