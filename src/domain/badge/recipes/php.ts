import type { Recipe } from './recipe.ts';

/** Needs no extension; where `allow_url_fopen` is off it shows nothing. */
export function phpRecipe(jsonUrl: string): Recipe {
  return {
    platform: 'php',
    title:
      'PHP: save as listing-badges.php and write <?php include "listing-badges.php"; ?> where the badges may stand',
    language: 'php',
    code: `<?php
(function () {
    $until = microtime(true) + 3;
    $options = ['http' => ['timeout' => 3, 'follow_location' => 0]];
    $stream = @fopen('${jsonUrl}', 'r', false, stream_context_create($options));
    if (!$stream) return;
    $json = '';
    while (!feof($stream) && strlen($json) < 1000000) {
        $left = $until - microtime(true);
        if ($left <= 0) return;
        stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1000000));
        $json .= (string) @fread($stream, 8192);
    }
    fclose($stream);
    $badges = json_decode($json, true)['badges'] ?? null;
    if (!is_array($badges) || $badges !== array_filter($badges, 'is_string')) return;
    echo '<div>' . implode('', $badges) . '</div>';
})();
`,
  };
}
