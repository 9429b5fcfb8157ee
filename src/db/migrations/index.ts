import { Foundation } from './0001-foundation.ts';
import { Idempotency } from './0002-idempotency.ts';
import { Assets } from './0003-assets.ts';
import { DomainRatings } from './0004-domain-ratings.ts';
import { AccountBrand } from './0005-account-brand.ts';
import { KeyUseAndPurchaseReferences } from './0006-key-use-and-purchase-references.ts';
import { ProjectSearch } from './0007-project-search.ts';
import { SiteName } from './0008-site-name.ts';
import { AutoReplace } from './0009-auto-replace.ts';
import { Catalog } from './0010-catalog.ts';
import { DirectoryDrivers } from './0011-directory-drivers.ts';
import { Webhooks } from './0012-webhooks.ts';
import { ProofAssets } from './0013-proof-assets.ts';
import { DirectoryRatings } from './0014-directory-ratings.ts';
import { EventRetention } from './0015-event-retention.ts';
import { WebhookReplays } from './0017-webhook-replays.ts';
import { Reports } from './0018-reports.ts';
import { ShareLinks } from './0019-share-links.ts';
import { Logins } from './0021-logins.ts';
import { Observability } from './0022-observability.ts';

/** Every migration, in the order in which they run. A released one is never changed. */
export const migrations = [
  { name: '0001-foundation', class: Foundation },
  { name: '0002-idempotency', class: Idempotency },
  { name: '0003-assets', class: Assets },
  { name: '0004-domain-ratings', class: DomainRatings },
  { name: '0005-account-brand', class: AccountBrand },
  { name: '0006-key-use-and-purchase-references', class: KeyUseAndPurchaseReferences },
  { name: '0007-project-search', class: ProjectSearch },
  { name: '0008-site-name', class: SiteName },
  { name: '0009-auto-replace', class: AutoReplace },
  { name: '0010-catalog', class: Catalog },
  { name: '0011-directory-drivers', class: DirectoryDrivers },
  { name: '0012-webhooks', class: Webhooks },
  { name: '0013-proof-assets', class: ProofAssets },
  { name: '0014-directory-ratings', class: DirectoryRatings },
  { name: '0015-event-retention', class: EventRetention },
  { name: '0017-webhook-replays', class: WebhookReplays },
  { name: '0018-reports', class: Reports },
  { name: '0019-share-links', class: ShareLinks },
  { name: '0021-logins', class: Logins },
  { name: '0022-observability', class: Observability },
];
