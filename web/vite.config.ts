/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { installable } from './offline'

/** Where `amity serve` listens while the client is developed with `npm run dev`. */
const SERVER = process.env['AMITY_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), installable()],
  build: {
    outDir: '../src/amity/server/static',
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    target: 'es2022',
    // A browser without it fetches the same files a little later.
    modulePreload: { polyfill: false },
    // Few files: on a slow network each costs a round trip. The first screen is one, and what several others share.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': SERVER, '/ws': { target: SERVER, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node', setupFiles: ['src/text/english.ts'] },
})
