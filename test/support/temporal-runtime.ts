import { DefaultLogger, Runtime } from '@temporalio/worker';

let installed = false;

/** Makes Temporal's own log show errors only. To be called before anything of its worker package is used. */
export function quietTemporal(): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  });
}

/** Ends the runtime, which would keep the process alive. */
export async function endTemporal(): Promise<void> {
  if (installed) await Runtime.instance().shutdown();
}
