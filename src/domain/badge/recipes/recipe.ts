/** One way to install a project's badges (specification 2.9). */
export interface Recipe {
  platform: Platform;
  title: string;
  /** What highlights its code. */
  language: string;
  code: string;
}

export const PLATFORMS = ['nextjs', 'php', 'wordpress', 'nginx_ssi', 'html', 'ai_prompt'] as const;
export type Platform = (typeof PLATFORMS)[number];
