/** What makes the built client one that can be installed: the service worker with its list of files, and the manifests. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { Files } from './src/offline/files'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const TEXTS = /generated\/(?:messages|rules)\/([A-Za-z]+(?:_[A-Za-z]+)?)[^/]*\.js$/
const MESSAGES = `${HERE}src/generated/messages/`
/** As `--felt` and `--page` of the style sheet. */
const COLOURS = { theme_color: '#2a6656', background_color: '#f3efe6' }

export function installable(): Plugin {
  return {
    name: 'amity-installable',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') this.error('there is no index.html to keep')
        const shell: string[] = ['/icon.svg']
        const languages: Record<string, string[]> = {}
        for (const [name, item] of Object.entries(bundle)) {
          if (!name.startsWith('assets/')) continue
          const language = item.type === 'chunk' ? TEXTS.exec(item.facadeModuleId ?? '')?.[1] : undefined
          const list = language === undefined ? shell : (languages[language] ??= [])
          list.push(`/${name}`)
        }
        shell.sort()
        for (const list of Object.values(languages)) list.sort()
        const version = hash([JSON.stringify([shell, languages]), String(page.source)])
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await workerScript({ version, pictures: picturesHash(), shell, languages }) })
        for (const language of Object.keys(languages)) {
          const { messages } = (await import(pathToFileURL(`${MESSAGES}${language}.js`).href)) as { messages: Record<string, unknown> }
          const source = JSON.stringify(manifest(language, String(messages['client.description'])), null, 1)
          this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source })
        }
      },
    },
  }
}

/** The worker in one file, which needs no other. */
async function workerScript(files: Files): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __AMITY_FILES__: JSON.stringify(files) },
    build: { write: false, target: 'es2022', lib: { entry: `${HERE}src/offline/worker.ts`, formats: ['iife'], name: 'amity' } },
  })
  const output = Array.isArray(result) ? result[0]?.output : 'output' in result ? result.output : undefined
  const [script] = output ?? []
  if (script?.type !== 'chunk') throw new Error('the service worker was not built')
  return script.code
}

function manifest(language: string, description: string): object {
  const icon = (sizes: string, name: string, purpose: string): object => ({ src: `/icons/${name}.png`, sizes, type: 'image/png', purpose })
  return {
    id: '/',
    name: 'Amity',
    short_name: 'Amity',
    description,
    lang: language.replace('_', '-'),
    dir: 'ltr',
    start_url: '/?app',
    scope: '/',
    display: 'standalone',
    ...COLOURS,
    categories: ['games', 'cards'],
    icons: [
      icon('192x192', '192', 'any'),
      icon('512x512', '512', 'any'),
      icon('192x192', 'maskable-192', 'maskable'),
      icon('512x512', 'maskable-512', 'maskable'),
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}

function picturesHash(): string {
  const folder = `${HERE}public/cards/`
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'))
  return hash(names.sort().flatMap((name) => [name, readFileSync(folder + name, 'utf8')]))
}

function hash(parts: readonly string[]): string {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('hex').slice(0, 12)
}
