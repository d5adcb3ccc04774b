o/y.spv: y.nvcp
