/** What can be said of a product. */
const PRODUCT = {
  name: 'The name of the product. Until it is set, it is derived from the domain and then read from the site.',
  maker_name: 'Who makes it.',
  contact_email:
    'Where directories reach the maker. A launch needs it; it is unique in the mode and fixed from the launch on.',
  tagline: 'What it is, in a line.',
  short_description: 'What it does, in a paragraph.',
  long_description: 'The same at length.',
  category: 'Its kind. A product without one fits only directories that take all kinds.',
  pricing_model: 'How it is paid for. A product without one fits only directories that take all.',
  price_amount_cents: 'Its headline price in US cents; null for a free product.',
  price_period: 'What the price is for.',
  launch_date: 'The day on which the product went public, which is not its launch here.',
  twitter_url: 'Its profile on x.com or twitter.com.',
  competitors: 'Products like it. Some directories ask for three. A list that is sent replaces the whole list.',
  'competitors[].name': 'The name of the other product.',
  'competitors[].url': 'Its site.',
  tags: 'Keywords. A list that is sent replaces the whole list.',
  audience: 'Whom it is for. Some directories take only such products.',
  'audience.b2b': 'It is for businesses.',
  'audience.ai': 'It is built on artificial intelligence.',
  'audience.directory': 'It is a directory itself.',
  promo_code: 'A code that directories can offer to their visitors. Some ask for one.',
  promo_description: 'What the code gives.',
  external_id: 'Your own id for the project; unique in the mode. The service uses it for nothing.',
  excluded_directories:
    'Directories that are never chosen without being named. A list that is sent replaces the whole list.',
  auto_replace: 'Whether directories are added by the service when a share of the allowance comes free.',
};

export { PRODUCT };

export const CREATE_PROJECT = {
  '': 'A new draft. Only `url` is needed: the service reads the site for what is not sent.',
  url: 'The site of the product; http or https. Unique among the projects of the account in the mode. Live mode takes public sites only.',
  ...PRODUCT,
  metadata: 'Anything of yours: up to 20 members, keys of 1 to 40 characters, values string (500), number or boolean.',
  logo_url: 'Where to import the logo from, in the background.',
  screenshot_urls: 'Where to import 1 to 5 screenshots from, in this order, in the background.',
};

export const UPDATE_PROJECT = {
  '': 'What changes. Fields that are not sent keep their value; null or an empty string clears one.',
  url: 'A new address of the site. It cannot be cleared. On a draft, the site is read again.',
  ...PRODUCT,
  name: 'The name of the product. Null brings the derived one back.',
  contact_email: 'Where directories reach the maker. It cannot change once the project is launched.',
  audience: 'Whom it is for. Members that are not sent keep their value.',
  metadata: 'Merged into what is there: a member that is sent as null is removed; null clears all.',
};
