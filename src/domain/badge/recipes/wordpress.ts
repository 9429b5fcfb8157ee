import type { Recipe } from './recipe.ts';

/** A plugin of one file. What the feed said, or that it said nothing, is kept in a transient, so that few views wait for it. */
export function wordpressRecipe(jsonUrl: string): Recipe {
  return {
    platform: 'wordpress',
    title: 'WordPress: save as wp-content/plugins/listing-badges.php and activate it; the badges stand in the footer',
    language: 'php',
    code: `<?php
/**
 * Plugin Name: Listing badges
 * Description: Shows the badges of the directories that list this product in the footer, and where [listing_badges] stands.
 * Version: 1.0
 */
if (!defined('ABSPATH')) exit;

function listing_badges_read() {
    $response = wp_remote_get('${jsonUrl}', ['timeout' => 3, 'redirection' => 0]);
    if (is_wp_error($response) || wp_remote_retrieve_response_code($response) !== 200) return '';
    $badges = json_decode(wp_remote_retrieve_body($response), true)['badges'] ?? null;
    if (!is_array($badges) || $badges !== array_filter($badges, 'is_string')) return '';
    return '<div>' . implode('', $badges) . '</div>';
}

function listing_badges() {
    $html = get_transient('listing_badges');
    if (!is_string($html)) {
        $html = listing_badges_read();
        set_transient('listing_badges', $html, $html === '' ? 60 : 300);
    }
    return $html;
}

add_shortcode('listing_badges', 'listing_badges');
add_action('wp_footer', function () {
    echo listing_badges();
});
`,
  };
}
