/* global Scalar */

// Everything that would reach another host is off: fonts, telemetry, the request proxy, hosted tools.
Scalar.createApiReference('#referencia', {
  url: '/api/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
  showDeveloperTools: 'never',
  hideClientButton: true,
  orderSchemaPropertiesBy: 'preserve',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // Its own words for the chosen scheme cover the heading beside them.
  localization: { locale: 'es', translations: { apiClient: { authSelector: { selectedType: '{type}' } } } },
  authentication: { preferredSecurityScheme: 'apiKey' },
  metaData: { title: 'Referencia de la API · Vitrina' },
})
