import type { ErrorItem } from '../../errors.ts';

export interface ErrorEntry {
  /** In one sentence. */
  meaning: string;
  /** What usually leads to it. */
  cause: string;
  /** What the caller does about it, and whether a repeat makes sense. */
  cure: string;
  example: { message: string; param?: string; errors?: ErrorItem[]; existing?: object };
}
