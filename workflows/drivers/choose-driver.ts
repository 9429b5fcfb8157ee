import type { ListingReading } from '../../activities/index.ts';
import type { Driver } from './driver.ts';
import { operatorDriver } from './operator-driver.ts';

/**
 * Who moves a listing: the simulation in test mode, what its directory's description names in live mode, an operator where
 * that names nothing.
 */
export function chooseDriver(
  { livemode, driver }: ListingReading,
  drivers: { simulated: Driver; http: Driver },
): Driver {
  if (!livemode) return drivers.simulated;
  return driver ? drivers[driver] : operatorDriver;
}
