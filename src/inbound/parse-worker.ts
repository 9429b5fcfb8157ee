/** A thread that parses one message and ends: what a stranger wrote can take its memory and time, and no other. */
import { parentPort, workerData } from 'node:worker_threads';
import PostalMime from 'postal-mime';
import { contentOf } from '../domain/mail/mail-content.ts';
import { writerOf } from './writer-of.ts';

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };

const { from, subject = '', text = '', html = '' } = await PostalMime.parse(workerData as Uint8Array, LIMITS);
parentPort!.postMessage(contentOf({ from: writerOf(from), subject, text, html }));
