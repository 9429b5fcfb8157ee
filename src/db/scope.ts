/** Whose objects a statement may see: every finder demands one, so that modes and accounts stay apart. */
export interface Scope {
  account_id: string;
  livemode: boolean;
}
