export const DIRECTORY = {
  '': 'A directory of the catalog.',
  name: 'Its name.',
  url: 'Its site.',
  domain_rating: 'How well it is linked to, from 0 to 100.',
  logo_url: 'Where its logo is served from.',
  description: 'What it is, in a line.',
  accepts: 'The products that it takes: `any`, or only those with this mark in their `audience`.',
  categories: 'The categories that it takes; none for all.',
  pricing_models: 'The pricing models that it takes; none for all.',
  requirements: 'What it asks of a product: the badge on its site, three competitors, a promo code.',
  link: 'What kind of link it gives.',
  review_days: 'How many days its review takes, as a rule; null where nobody knows.',
  open: 'Whether it takes submissions.',
};

export const DIRECTORY_CHOICE = {
  '': '`auto` takes the highest rated that fit. An object names the directories to use, or those to leave out of `auto`.',
  '|0': 'The highest rated directories that the project qualifies for.',
  '|1': 'These directories and no others.',
  '|1.include': 'The ids of directories that are open to the project.',
  '|2': 'What `auto` would take, without these, which are added to `excluded_directories`.',
  '|2.exclude': 'The ids of directories.',
};
