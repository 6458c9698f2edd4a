// English texts of the page. `{name}` stands for a value; a text with a count has its plural forms.

export default {
  // clocks
  "clock.last": "last period",
  "clock.periods": "{count} periods",
  "clock.first": "first move within {time}",
};
