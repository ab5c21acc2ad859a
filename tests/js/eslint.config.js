// What `make check` asks of the scripts: faults, not taste.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "off",
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-param-reassign": ["error", { props: false }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "AssignmentExpression[left.property.name=/^(inner|outer)HTML$/], CallExpression[callee.property.name='insertAdjacentHTML']",
          message: "Text is set as text (textContent); a page is parsed from an answer of the site.",
        },
      ],
      "no-self-compare": "error",
      "no-shadow": "off",
      "no-unused-vars": ["error", { caughtErrors: "all" }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "require-atomic-updates": "off",
    },
  },
  { files: ["tests/js/**"], languageOptions: { globals: { ...globals.node } } },
];
