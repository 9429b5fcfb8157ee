import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode, Failure } from '../errors.ts';
import type { Caller } from '../services/accounts/authenticate.ts';
import type { AppDeps } from './app-deps.ts';

/** What a handler is given once every check before it has passed. */
export interface OperationRequest<Query, Body, Found> {
  deps: AppDeps;
  caller: Caller;
  query: Query;
  body: Body;
  /** The object that the path names, found in the key's account and mode. */
  found: Found;
  /** The uploaded file, when the body was `multipart/form-data`. */
  file: Buffer | null;
  /** The position that the cursor names; null on the first page. */
  after: unknown;
  /** A cursor of this list that goes on after a position; see `Cursors.issue`. */
  issueCursor: (position: unknown, nextCreatedAt?: Date | null) => string;
}

/** What a check beside the schema may look at. */
export interface CheckContext<Found> {
  deps: AppDeps;
  caller: Caller;
  found: Found;
}

/** A success whose body is the handler's result. */
export interface JsonSuccess {
  status: 200 | 201;
  description: string;
  schema: TSchema;
  /** A body as it could be, for readers of the documentation. */
  example: unknown;
}

/** A success that is a file of one of these types: the handler's result is a `FileAnswer`. */
export interface FileSuccess {
  status: 200;
  description: string;
  contentTypes: readonly string[];
}

export interface OperationDefinition<Q extends TObject, B extends TObject, Found> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/v1`, with a `{parameter}` for each id. */
  path: string;
  tag:
    | 'Basics'
    | 'Projects'
    | 'Launch'
    | 'Reports'
    | 'Share links'
    | 'Badge'
    | 'Directories'
    | 'Webhooks'
    | 'Events'
    | 'Test helpers'
    | 'Logins';
  /** What it does, in a line. */
  summary: string;
  /** When to use it and what follows, as Markdown. Lines broken for the source's sake are joined. */
  description: string;
  query?: Q;
  body?: B;
  /** Bodies that a caller could send, by what they show. */
  bodyExamples?: Record<string, Partial<Static<B>>>;
  /** Also takes `multipart/form-data` with a `file`; the JSON body is the other way to say it. */
  upload?: boolean;
  success: JsonSuccess | FileSuccess;
  /** The error codes it can give beside those that every operation can. */
  errors: readonly ErrorCode[];
  /** Finds the object that the path names, given its ids in their order; null is 404 `not_found`. */
  find?: { kind: string; by: (deps: AppDeps, caller: Caller, ...ids: string[]) => Promise<Found | null> };
  /** Rules that the body's schema cannot say; the body may break the schema. */
  checks?: (body: Partial<Static<B>>, context: CheckContext<Found>) => Failure[] | Promise<Failure[]>;
  /** Refuses keys of live mode. */
  testModeOnly?: boolean;
  /** Shows credentials: a read-only key may not. */
  fullKeyOnly?: boolean;
  /** Takes an `Idempotency-Key`: its handler is one transaction, whose result is the body of the answer. */
  takesIdempotencyKey?: boolean;
  /** A list takes cursors, bound to its filters. */
  isList?: boolean;
  handle: (request: OperationRequest<Static<Q>, Static<B>, Found>) => Promise<unknown>;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- the types of query, body and object meet again in each definition */
/** An operation whose types the pipeline need not know. */
export type Operation = Omit<OperationDefinition<TObject, TObject, any>, 'handle' | 'checks' | 'bodyExamples'> & {
  bodyExamples?: Record<string, unknown>;
  checks?: (body: any, context: CheckContext<any>) => Failure[] | Promise<Failure[]>;
  handle: (request: OperationRequest<any, any, any>) => Promise<unknown>;
};
/* eslint-enable @typescript-eslint/no-explicit-any */

type Nothing = TObject<Record<string, never>>;

export function operation<Q extends TObject = Nothing, B extends TObject = Nothing, Found = null>(
  definition: OperationDefinition<Q, B, Found>,
): Operation {
  return definition;
}

/** Whether it changes something: a read-only key and a suspended account may not. */
export function isWrite({ method }: Pick<Operation, 'method'>): boolean {
  return method !== 'GET';
}

/** Whether a read-only key is refused: what changes something, and what shows credentials. */
export function needsFullKey(operation: Pick<Operation, 'method' | 'fullKeyOnly'>): boolean {
  return isWrite(operation) || (operation.fullKeyOnly ?? false);
}
