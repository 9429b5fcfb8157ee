import { proxyLocalActivities } from '@temporalio/workflow';

const { act } = proxyLocalActivities<{ act(): Promise<void> }>({ startToCloseTimeout: '30 seconds' });

export async function bare(): Promise<void> {
  await act();
}
