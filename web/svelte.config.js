/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  compilerOptions: {
    runes: true,
    // Names of random letters do not compress: short ones are enough to keep the styles of a hundred files apart.
    cssHash: ({ hash, filename }) => `s-${hash(filename).slice(0, 4)}`,
  },
}
