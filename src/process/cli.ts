import { runCommandLine } from '../doors/cli/run.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), process)
