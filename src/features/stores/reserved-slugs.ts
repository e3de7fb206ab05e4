/** First path segments of the service's own routes, and names that would look official. */
export const RESERVED_SLUGS = new Set([
  'admin', 'api', 'app', 'www', 'help', 'ayuda', 'blog', 'login', 'status', 'static', 'assets', 'docs', 'panel', 'media',
  'llms', 'mcp', 'oauth', 'robots', 'sitemap', 'favicon', 'metrics', 'terminos', 'privacidad',
]) // prettier-ignore
