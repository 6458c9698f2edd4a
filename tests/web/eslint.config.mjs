// Rules for the page's sources. Types and undefined names are checked by TypeScript.

import js from "@eslint/js";

export default [
  {ignores: ["**/vendor/", "**/node_modules/"]},
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "max-lines-per-function": ["error", {max: 80}],
      "no-undef": "off",
      "no-unused-vars": ["error", {ignoreRestSiblings: true}],
      "no-useless-assignment": "error",
      "no-var": "error",
      "prefer-const": ["error", {destructuring: "all"}],
    },
  },
];
