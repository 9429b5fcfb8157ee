/** The baseline of deliveries: claim, post, mark; without fairness, signatures, fences, attempts or checked addresses. */
import pg from 'pg';
import { Agent, type Dispatcher } from 'undici';
import { readConfig } from '../src/config.ts';
import { answerSender } from './sender.ts';

interface Job {
  id: string;
  url: string;
  body: string;
}

const CONNECTIONS_PER_ORIGIN = 50;
const HEADERS = { 'content-type': 'application/json' };
const CLAIM = `
update bare_delivery set claimed = true
where id in (select id from bare_delivery where not claimed order by id limit $1 for update skip locked)
returning id, url, body`;

const config = readConfig();
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.databasePoolSize });
const agent = new Agent({
  connections: CONNECTIONS_PER_ORIGIN,
  connect: {
    ca: config.outboundCa,
    lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  },
});

answerSender((concurrency) => {
  const sent: string[] = [];
  let inFlight = 0;
  let claiming = false;
  let marking = false;

  async function claim(): Promise<void> {
    if (claiming) return;
    claiming = true;
    for (;;) {
      const values = [concurrency - inFlight];
      const { rows } = await pool.query<Job>({ name: 'claim', text: CLAIM, values });
      inFlight += rows.length;
      for (const job of rows) void send(job);
      if (rows.length === 0 || inFlight === concurrency) break;
    }
    claiming = false;
  }

  async function send(job: Job): Promise<void> {
    await post(job);
    sent.push(job.id);
    if (!marking) await mark();
  }

  async function mark(): Promise<void> {
    marking = true;
    while (sent.length > 0) {
      const ids = sent.splice(0);
      const text = 'update bare_delivery set sent_at = clock_timestamp() where id = any($1::bigint[])';
      await pool.query({ name: 'mark', text, values: [ids] });
      inFlight -= ids.length;
      void claim();
    }
    marking = false;
  }

  const listener = new pg.Client({ connectionString: config.databaseUrl });
  listener.on('notification', () => void claim());
  const listening = listener.connect().then(() => listener.query('listen bare'));
  void listening.then(claim);
  return async () => {
    await listening;
    await listener.end();
  };
});

function post({ url, body }: Job): Promise<void> {
  const { origin, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData() {},
      onResponseEnd: () => resolve(),
      onResponseError: (_controller, error) => reject(error),
    };
    agent.dispatch({ origin, path: pathname, method: 'POST', headers: HEADERS, body }, handler);
  });
}
