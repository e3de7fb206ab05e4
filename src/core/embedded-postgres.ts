export async function startEmbeddedPostgres(o: {
  dataDir: string
  settings?: Record<string, string>
}): Promise<{ url: string; stop(): Promise<void> }> {
  throw new Error(o.dataDir)
}
